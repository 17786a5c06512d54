import './node-version.mjs';

// npm run dev: the product as it is written. Prints where it is, and the demo's logins.
void import('./prepare.mjs').then(async ({ become, buildWeb, environment, install, root, runtime }) => {
  process.chdir(root);
  await install();
  const node = runtime();
  // The server reads the texts of emails and calendars from a build; the pages come from their sources.
  await buildWeb(node, { orAny: true });
  return become(node, ['scripts/dev-server.mjs'], environment(node));
});

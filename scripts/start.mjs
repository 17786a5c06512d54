import './node-version.mjs';

// npm start: installs and builds what is missing, then is the server. What does so is imported late: a Node that is too
// old could not even read it, and would give a stack in place of the sentence.
void import('./prepare.mjs').then(({ become, buildWeb, environment, install, isRunning, root, runtime }) => {
  process.chdir(root);
  install();
  const node = runtime();
  buildWeb(node);
  if (isRunning(node)) return import('../apps/server/src/main.ts');
  return become(node, ['apps/server/src/main.ts'], environment(node));
});

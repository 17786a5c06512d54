import './node-version.mjs';

// node scripts/run.mjs <command> [arguments]: installs what is missing and runs the command with the product's own Node.
void import('./prepare.mjs').then(async ({ become, environment, install, runtime }) => {
  const [command, ...args] = process.argv.slice(2);
  await install();
  const node = runtime();
  return become(command === 'node' ? node : command, args, environment(node));
});

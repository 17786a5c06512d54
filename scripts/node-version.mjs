// Imported before everything else and written for any Node that knows modules, so that an old one gets a sentence, no stack.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Carecommons needs Node 20 or newer, and this is Node ${process.versions.node}. Get a newer one from https://nodejs.org and start again.`,
  );
  process.exit(1);
}

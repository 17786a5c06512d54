import './node-version.mjs';
import module from 'node:module';
import { join } from 'node:path';

// npm start: installs and builds what is missing, then is the server. What does so is imported late: a Node that is too
// old could not even read it, and would give a stack in place of the sentence.
void import('./prepare.mjs').then(async ({ become, buildWeb, environment, install, isRunning, root, runtime }) => {
  process.chdir(root);
  await install();
  const node = runtime();
  await buildWeb(node);
  // What Node made of the sources is kept: the next start is sooner, and does without the 25 MB that strip their types.
  const kept = join(root, 'node_modules/.cache/carecommons');
  if (!isRunning(node)) {
    return become(node, ['apps/server/src/main.ts'], { ...environment(node), NODE_COMPILE_CACHE: kept });
  }
  module.enableCompileCache(kept);
  return import('../apps/server/src/main.ts');
});

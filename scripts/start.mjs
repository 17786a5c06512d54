import './node-version.mjs';
import { become, buildWeb, environment, install, isRunning, root, runtime } from './prepare.mjs';

// npm start: installs and builds what is missing, then is the server.
process.chdir(root);
install();
const node = runtime();
buildWeb(node);
if (isRunning(node)) await import('../apps/server/src/main.ts');
else become(node, ['apps/server/src/main.ts'], environment(node));

import { buildWeb, install, runtime } from './prepare.mjs';

// npm run build: what npm start would build, without starting.
install();
buildWeb(runtime());

import { buildWeb, runtime } from './prepare.mjs';

// npm run build: what npm start would build, without starting.
await buildWeb(runtime());

/** Endpoints of the contract joined to handlers: access, validation, idempotency, uploads, the OpenAPI document. */
export { registerDocuments } from './api-docs.ts';
export { forgetAnswers, holdAnswersOfOthers, keyOf, replaceAnswer, type Transaction } from './idempotency.ts';
export { isLiveUpgrade, registerLive, type Topic, type Topics } from './live-socket.ts';
export { type Call, registerRoutes, route, type Route } from './route.ts';
export type { Services } from './services.ts';
export {
  type OpenedLink,
  type LinkResult,
  openSignedLink,
  type CountRefusal,
  sendErrorPage,
} from './signed-link-page.ts';
export { limitBodyTime, receiveUpload, uploadMs } from './upload.ts';
export { type UnderWay, uploadsUnderWay } from './uploads-under-way.ts';

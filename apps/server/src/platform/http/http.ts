/** The edge of the server: listeners, load shedding, headers, JSON bodies, error pages. */
export { prefersHtml } from './accept.ts';
export { encodingOf, fromBrotli, sendCompressed, toBrotli, toGzip } from './compression.ts';
export { limitConnections } from './connections.ts';
export { contentDisposition, safeFileName } from './content-disposition.ts';
export { entityTagOf, sendUnlessKnown } from './entity-tag.ts';
export { errorPage } from './error-page.ts';
export {
  apiHeaders,
  commonHeaders,
  pagePolicy,
  pdfWorkerHeaders,
  reportingEndpoints,
  shownHeaders,
  styledPolicy,
  workerHeaders,
} from './headers.ts';
export { parseJson } from './json.ts';
export { openListeners } from './listeners.ts';
export { type LoadShedding, openLoadShedding, notCountedAsLoad } from './load-shedding.ts';
export { methodsByPath } from './methods.ts';
export { registerPolicyReports } from './policy-reports.ts';
export { answerClientError } from './raw-responses.ts';

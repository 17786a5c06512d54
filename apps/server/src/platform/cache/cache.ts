/** Finished responses that are the same for everybody, and reading one's own writes. */
export { type ReadYourWrites, openReadYourWrites } from './read-your-writes.ts';
export {
  cacheCounts,
  cacheGeneration,
  type ResponseCache,
  openResponseCache,
  shareInvalidation,
} from './response-cache.ts';

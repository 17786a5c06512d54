/** What every module needs to take part in the erasure of an account. */
export { dropKeptCare, filesOfKeptCare, findKeptCare, findKeptReport, hasKeptCare, keepCare } from './kept-care.ts';
export { type ErasureDependencies, type ErasureStep, inPortions, type Leaving } from './steps.ts';

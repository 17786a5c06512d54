/** Content from people made safe: PDFs, images and Markdown, the virus scan, uploads that are kept. */
export { clamdVersion, isInfected } from './clamd.ts';
export { typeOf, withPicture } from './images.ts';
export type { Rendered } from './markdown.ts';
export { render } from './render-markdown.ts';
export { storeUpload, type StoredUpload } from './store-upload.ts';
export { extensionOf, type ValidContent } from './validate-content.ts';
export { refuseInfected } from './virus-scan.ts';

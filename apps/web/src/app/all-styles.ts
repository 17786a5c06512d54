import address from './styles.css?url';

let loading: Promise<void> | undefined;

/**
 * Adds the styles of all pages, once. A document has those of its own page; these come after them, in the same order, and change
 * nothing of it. Where they do not come, they are asked for again with the next page.
 */
export function loadAllStyles(): Promise<void> {
  // In development a document has all of them.
  if (import.meta.env.SSR || import.meta.env.DEV) return Promise.resolve();
  loading ??= new Promise((done) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => {
      loading = undefined;
      link.remove();
      done();
    });
    document.head.append(link);
  });
  return loading;
}

/**
 * Whether an `Accept` header asks for HTML before JSON, as a browser's navigation does and a program's call does not
 * (RFC 9110, section 12.5.1). A bare wildcard asks for neither.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > 1000) return false;
  const ranges = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const qualityOf = (type: string) => ranges.find((range) => range.type === type)?.quality ?? 0;
  return qualityOf('text/html') > qualityOf('application/json');
}

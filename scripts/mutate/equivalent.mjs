import equivalents from './equivalent.json' with { type: 'json' };

/** Why a mutant does nothing that anybody could notice, where it is listed so. */
export function reasonOf({ path, start, end, line, by }, source) {
  const text = source.split('\n')[line - 1].trim();
  const was = source.slice(start, end);
  return equivalents.find((one) => one.path === path && one.line === text && one.was === was && one.by === by)?.why;
}

// When somebody last pressed a key or moved the pointer, in any tab. It outlives a reload, and is no part of the session.

export const activityKey = 'active';

/** How many seconds ago somebody was last active here; undefined where that is not known. */
export function secondsInactive(): number | undefined {
  const at = Number(sessionStorage.getItem(activityKey));
  return at > 0 ? Math.max(0, Math.floor((Date.now() - at) / 1000)) : undefined;
}

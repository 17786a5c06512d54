/** Whether more than half of the time to answer a request is over. */
export function isUrgent({ requested_at, expires_at }: { requested_at: string; expires_at: string }, now: Date) {
  return now.getTime() - Date.parse(requested_at) > Date.parse(expires_at) - now.getTime();
}

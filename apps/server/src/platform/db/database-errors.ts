import pg from 'pg';

// SQLSTATE: the server closes the connection.
const closing = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04']);

/** Whether a server takes no writes (any longer): a standby, or a primary that was put down. */
export const isReadOnly = (error: unknown) => (error as { code?: string }).code === '25006';

/**
 * Whether a connection is of no more use after an error. What was not answered in time may still be running: its answer
 * would be taken for the next one's.
 */
export function endsConnection(error: unknown): boolean {
  // The driver's own words and the socket's: only what the server itself refuses leaves a connection as it was.
  if (!(error instanceof pg.DatabaseError)) return true;
  const { code = '', severity } = error;
  return isReadOnly(error) || closing.has(code) || code.startsWith('08') || severity === 'FATAL';
}

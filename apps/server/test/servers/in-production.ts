/** What production asks for beside a secret and a database: an address, and limits, though none that is ever reached. */
export const inProduction = { PUBLIC_URL: 'http://localhost', RATE_LIMIT: '9999' };

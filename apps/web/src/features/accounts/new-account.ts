/** So long at most an account waits to be signed in to. */
const keptMs = 10_000;

interface NewAccount {
  username: string;
  password: string;
}

let opened: NewAccount | undefined;

/**
 * Hands the account that was opened a moment ago to the login page, which signs in by it. It is held by this document alone, in no
 * storage, no history and no attribute of the page: a reload, another tab and the browser's Back button find nothing.
 */
export function handOverAccount(account: NewAccount) {
  opened = account;
  setTimeout(() => {
    if (opened === account) opened = undefined;
  }, keptMs);
}

/** The account that was just opened, once. */
export function takeAccount(): NewAccount | undefined {
  const account = opened;
  opened = undefined;
  return account;
}

/** Sending emails, and the page that shows them in a demo. */
export { mailPage, registerDevMail } from './dev-mail.ts';
export {
  dropOldLetters,
  forgetLetters,
  type Invitation,
  letterFolder,
  linkToken,
  mailWork,
  newSeed,
  post,
  tryMailServer,
} from './send-mail.ts';

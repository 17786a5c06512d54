/** Sending emails, and the page that shows them in a demo. */
export { mailPage, registerDevMail } from './dev-mail.ts';
export {
  dropOldEmails,
  forgetEmails,
  type Invitation,
  mailFolder,
  linkToken,
  mailWork,
  newSeed,
  post,
  tryMailServer,
} from './send-mail.ts';

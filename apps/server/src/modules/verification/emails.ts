/** The emails of this module. They say that there is a decision to read, never what it is. */
export const emails = {
  decided: {
    subject: 'Your registration has been checked',
    text: 'Your registration was checked. Please read the decision here:\n{site}/verification\n',
  },
  endsSoon: {
    subject: 'Your verification ends soon',
    text: 'The verification of your registration ends soon. You can renew it here:\n{site}/verification\n',
  },
  ended: {
    subject: 'Your verification has ended',
    text: 'The verification of your registration has ended. You can renew it here:\n{site}/verification\n',
  },
  suspended: {
    subject: 'Your provider profile is suspended',
    text: 'Your provider profile is suspended. Please read why, and which visits it touches, here:\n{site}/verification\n',
  },
  reinstated: {
    subject: 'Your provider profile is no longer suspended',
    text: 'The suspension of your provider profile has ended:\n{site}/verification\n',
  },
  visitUncertain: {
    subject: 'News about one of your appointments',
    text: 'One of your appointments may not take place. Please read more here:\n{site}/book\n',
  },
  visitCertain: {
    subject: 'News about one of your appointments',
    text: 'There is good news about one of your appointments. Please read more here:\n{site}/book\n',
  },
} as const;

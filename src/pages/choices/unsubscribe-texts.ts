/** The texts of the pages on which a person unsubscribes. `subject`: the name of a category or a workflow, as HTML. */
export interface UnsubscribeTexts {
  /** How a sentence names the channel: "by email". Absent for all channels. */
  by: Partial<Record<'email' | 'sms' | 'chat' | 'push' | 'in_app' | 'tool', string>>;
  question: string;
  /** What the person confirms: it goes into the ledger. */
  sentence: (subject: string, by: string) => string;
  button: string;
  done: string;
  doneSentence: (subject: string, by: string) => string;
  allChoices: string;
  critical: string;
  criticalSentence: (subject: string) => string;
  gone: string;
  goneSentence: string;
  unknown: string;
  unknownSentence: string;
}

export const ENGLISH: UnsubscribeTexts = {
  by: {
    email: 'by email',
    sms: 'by text message',
    chat: 'by chat',
    push: 'as push notifications',
    in_app: 'in the app',
    tool: 'in your tools',
  },
  question: 'Do you want to unsubscribe?',
  sentence: (subject, by) => `You will no longer receive ${subject}${by && ` ${by}`}.`,
  button: 'Unsubscribe',
  done: 'You are unsubscribed',
  doneSentence: (subject, by) => `You no longer receive ${subject}${by && ` ${by}`}. You can close this page.`,
  allChoices: 'Look at all your choices',
  critical: 'These messages cannot be switched off',
  criticalSentence: (subject) =>
    `${subject} is needed for your account or its security, so everybody receives it. Nothing was changed.`,
  gone: 'There is nothing to unsubscribe from',
  goneSentence: 'The messages that this link was about are no longer sent to you. You need to do nothing.',
  unknown: 'This link does not open anything',
  unknownSentence:
    'It may be incomplete: some mail programs cut long links. Open it again from the message, or copy all of it. If that does not help, reply to the message and ask its sender.',
};

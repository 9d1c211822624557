import { type Keyword, KEYWORDS } from '#libs/sms-keywords/language-keywords.js';
import { isObject } from '../platform/values/is-object.js';

/** What a sender number answers to keywords. */
interface SenderAnswers {
  /** False: nothing, because the provider answers. */
  answer?: boolean;
  /** Texts in place of the default ones. */
  answers?: Partial<Record<Keyword, string>>;
}

/** How an integration deals with the keywords that people send to its numbers. */
export interface SmsKeywords extends SenderAnswers {
  /** What differs for single sender numbers. */
  bySender?: Record<string, SenderAnswers>;
}

const MAX_ANSWER = 480;
const MAX_SENDERS = 100;

/** What is wrong with such a setting of a request: a sentence that begins with its path. Undefined for a good one. */
export function smsKeywordsProblem(value: unknown): string | undefined {
  const path = 'smsKeywords';
  const problem = answersProblem(path, value, ['bySender']);
  if (problem !== undefined) return problem;
  const { bySender = {} } = value as Record<string, unknown>;
  if (!isObject(bySender)) return `${path}.bySender must be an object`;
  const senders = Object.entries(bySender);
  if (senders.length > MAX_SENDERS) return `${path}.bySender must not have more than ${MAX_SENDERS} numbers`;
  return senders.map(([sender, one]) => answersProblem(`${path}.bySender.${sender}`, one)).find(Boolean);
}

function answersProblem(path: string, value: unknown, others: readonly string[] = []): string | undefined {
  if (!isObject(value)) return `${path} must be an object`;
  const known = ['answer', 'answers', ...others];
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) return `${path} must only have ${known.join(', ')}, not ${unknown}`;
  const { answer, answers = {} } = value;
  if (answer !== undefined && typeof answer !== 'boolean') return `${path}.answer must be a boolean`;
  if (!isObject(answers)) return `${path}.answers must be an object`;
  for (const [name, text] of Object.entries(answers)) {
    if (!isKeyword(name)) return `${path}.answers must only have ${KEYWORDS.join(', ')}, not ${name}`;
    if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_ANSWER) {
      return `${path}.answers.${name} must be a text of 1 to ${MAX_ANSWER} characters`;
    }
  }
  return undefined;
}

function isKeyword(name: string): name is Keyword {
  return KEYWORDS.some((one) => one === name);
}

/**
 * What a number answers to a keyword, by the settings of its integration; `usual` is the default text. Undefined when it
 * answers nothing.
 */
export function answerTo(
  keyword: Keyword,
  sender: string,
  { bySender = {}, ...all }: SmsKeywords = {},
  usual: string,
): string | undefined {
  const own = Object.entries(bySender).find(([number]) => digitsOf(number) === digitsOf(sender))?.[1];
  const answers = own?.answer ?? all.answer ?? true;
  return answers ? (own?.answers?.[keyword] ?? all.answers?.[keyword] ?? usual) : undefined;
}

/** Providers write a number with and without the plus. */
function digitsOf(sender: string): string {
  return sender.toLowerCase().replace(/[^\da-z]/g, '');
}

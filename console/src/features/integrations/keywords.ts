import type { Schemas } from '../../api/client';
import type { Integration } from './reads';

export const KEYWORDS = ['stop', 'start', 'help'] as const;

/** What one number, or all numbers of an integration, answer to keywords. An empty text is the default one. */
export interface Answers {
  answer: boolean;
  texts: Record<(typeof KEYWORDS)[number], string>;
}

/** The answers of a number that differ from those of the others. */
export interface SenderAnswers extends Answers {
  number: string;
}

/** What the form of an integration has about keywords. */
export interface KeywordFields extends Answers {
  senders: SenderAnswers[];
}

type Stored = Schemas['SmsKeywordsDto'];

/** The fields of what is stored. */
export function keywordsOf(configurations: Integration['configurations']): KeywordFields {
  const { bySender = {}, ...all } = configurations?.smsKeywords ?? {};
  const senders = Object.entries(bySender).map(([number, own]) => ({
    number,
    ...answersOf({ ...own, answer: own.answer ?? all.answer }),
  }));
  return { ...answersOf(all), senders };
}

/** What is stored of the fields; nothing of what is as usual. Undefined where all is. */
export function toKeywords({ senders, ...all }: KeywordFields): Stored | undefined {
  const bySender = Object.fromEntries(
    senders
      .filter(({ number }) => number.trim() !== '')
      .map(({ number, ...own }) => [number.trim(), { answer: own.answer, ...toTexts(own) }]),
  );
  const stored = {
    ...(!all.answer && { answer: false }),
    ...toTexts(all),
    ...(Object.keys(bySender).length > 0 && { bySender }),
  };
  return Object.keys(stored).length > 0 ? stored : undefined;
}

/** A number that is about to get answers of its own. */
export function newSender(): SenderAnswers {
  return { number: '', ...answersOf({}) };
}

function answersOf({ answer = true, answers = {} }: Schemas['SenderAnswersDto']): Answers {
  const { stop = '', start = '', help = '' } = answers;
  return { answer, texts: { stop, start, help } };
}

function toTexts({ texts }: Answers): Pick<Stored, 'answers'> {
  const given = KEYWORDS.flatMap((keyword) => {
    const text = texts[keyword].trim();
    return text === '' ? [] : [[keyword, text] as const];
  });
  return given.length > 0 ? { answers: Object.fromEntries(given) } : {};
}

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserOf } from '../../consents/consent-origin.js';
import { takesAnyBody } from '../../platform/http/bodies/any-body.js';
import { escaped } from '../../platform/http/html.js';
import { PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../../preferences/links/message-links.service.js';
import { type UnsubscribeTarget, Unsubscribing, type Unsubscription } from '../../preferences/links/unsubscribing.service.js';
import { type ChoicePage, sendChoicePage } from './page-frame.js';
import { ENGLISH, type UnsubscribeTexts } from './unsubscribe-texts.js';

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** What the form of the page sends, and programs that unsubscribe with one click (RFC 8058) do not. */
const FORM = 'page';

/**
 * Serves `/u/TOKEN`, to which messages link (behaviour CS5, CS6). Opening it changes nothing, because programs that examine
 * mail open links. A POST unsubscribes at once, without cookies and without leading elsewhere: mail services send it when
 * their users press a button. Nobody is signed in; the token is the right to change one choice.
 */
export function serveUnsubscribe(app: NestFastifyApplication): void {
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  // With the application complete: at this point it has no services yet.
  const unsubscribing = (): Unsubscribing => app.get(Unsubscribing, { strict: false });
  takesAnyBody(app.getHttpAdapter().getInstance(), (fastify, config) => {
    fastify.get(path, { config }, async ({ params: { token } }: TokenRequest, reply: FastifyReply) => {
      const target = await unsubscribing().find(token);
      const isOut = target.kind === 'open' && target.isDone;
      return sendChoicePage(reply, await pageOf(target, isOut, unsubscribing()));
    });
    fastify.post(path, { config }, async (request: TokenRequest, reply: FastifyReply) => {
      const { token } = request.params;
      const isForm = new URLSearchParams(String(request.body ?? '')).get('from') === FORM;
      const texts = ENGLISH;
      const target = await unsubscribing().take(token, (about) => ({
        ...browserOf(request),
        ...(isForm
          ? { source: 'unsubscribe_page', wording: sentenceFor(about, texts.sentence, texts), language: 'en' }
          : { source: 'one_click' }),
      }));
      const page = await pageOf(target, true, unsubscribing());
      // Programs only need to know that there is nothing left to do.
      return sendChoicePage(reply, target.kind === 'gone' ? { ...page, status: 200 } : page);
    });
  });
}

async function pageOf(target: UnsubscribeTarget, isOut: boolean, unsubscribing: Unsubscribing): Promise<ChoicePage> {
  const texts = ENGLISH;
  switch (target.kind) {
    case 'unknown':
      return page(texts.unknown, texts.unknownSentence, { status: 404 });
    case 'gone':
      return page(texts.gone, texts.goneSentence, { status: 410 });
    case 'critical':
      return page(texts.critical, texts.criticalSentence(strong(target.workflow.name)));
    case 'open': {
      const choices = `${PREFERENCES_PATH}/${await unsubscribing.preferencesToken(target.claims)}`;
      const more = `<p class="more"><a href="${choices}">${escaped(texts.allChoices)}</a></p>`;
      if (isOut) return page(texts.done, sentenceFor(target, texts.doneSentence, texts, strong), { more });
      const form =
        `<form method="post"><input type="hidden" name="from" value="${FORM}">` +
        `<button type="submit">${escaped(texts.button)}</button></form>`;
      return page(texts.question, sentenceFor(target, texts.sentence, texts, strong), { form, more });
    }
  }
}

/** `mark`: how the subject appears. */
function sentenceFor(
  { category, workflow, claims }: Unsubscription,
  sentence: UnsubscribeTexts['sentence'],
  texts: UnsubscribeTexts,
  mark: (name: string) => string = (name) => name,
): string {
  return sentence(mark(category ?? workflow?.name ?? ''), claims.channel ? (texts.by[claims.channel] ?? '') : '');
}

function strong(text: string): string {
  return `<strong>${escaped(text)}</strong>`;
}

/** `sentence`, `form` and `more` are HTML. */
function page(
  title: string,
  sentence: string,
  { status, form = '', more = '' }: { status?: number; form?: string; more?: string } = {},
): ChoicePage {
  const body = `<div class="card">\n<h1>${escaped(title)}</h1>\n<p>${sentence}</p>\n${form}\n</div>\n${more}`;
  return { title, language: 'en', direction: 'ltr', body, ...(status !== undefined && { status }) };
}

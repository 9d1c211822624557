import type { LightMyRequestResponse } from 'fastify';
import { Types } from 'mongoose';
import type { LinkClaims } from '../../../src/preferences/links/link-token.js';
import { PreferenceLinks } from '../../../src/preferences/links/preference-links.service.js';
import type { ApiResponse } from '../../api-client.js';
import type { TestApp } from '../../test-app.js';

/** A form as a browser reads it from a page. */
export interface PageForm {
  action: string;
  fields: [string, string][];
}

/** Steps that send on two channels. */
export const STEPS = [
  { name: 'Mail', type: 'email', controlValues: { subject: 's', body: 'b' } },
  { name: 'Text', type: 'sms', controlValues: { body: 'b' } },
];

export const CRITICAL = { preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } };

/** The preference page of an application, asked over HTTP. */
export class PageScene {
  constructor(readonly test: TestApp) {}

  /** The path of the page of somebody whom the application of the caller has signed in. */
  async ownPath(subscriberId: string, body: object = {}): Promise<string> {
    const { status, body: answer } = await this.test.api.post(`/v2/subscribers/${subscriberId}/preferences-link`, body);
    if (status !== 201) throw new Error(`There is no link: ${JSON.stringify(answer)}`);
    return new URL(answer.data.url).pathname;
  }

  /** The path of the page as a message has it. */
  async messagePath(subscriber: { _id: string }, claims: Partial<LinkClaims> = {}): Promise<string> {
    const sign = await this.test.app.get(PreferenceLinks, { strict: false }).signer();
    const { _id } = (await this.test.api.get('/v1/environments/me')).body.data;
    const token = sign({
      opens: 'choices',
      environmentId: new Types.ObjectId(_id as string),
      subscriberId: new Types.ObjectId(subscriber._id),
      contextKeys: [],
      ...claims,
    });
    return `/preferences/${token}`;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.test.app.inject({ method: 'GET', url, headers });
  }

  /** Sends a form as a browser does, with its boxes as they are shown but for the changes. */
  async send(path: string, name: string, change: (form: URLSearchParams) => void): Promise<LightMyRequestResponse> {
    const form = formOf((await this.get(path)).body, name);
    const fields = new URLSearchParams(form.fields);
    change(fields);
    return this.test.app.inject({
      method: 'POST',
      url: path.split('?')[0] + form.action,
      payload: fields.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Browser/1' },
    });
  }

  async preferences(subscriberId: string, query = ''): Promise<ApiResponse['body']> {
    return (await this.test.api.get(`/v2/subscribers/${subscriberId}/preferences${query}`)).body.data;
  }

  async consents(subscriberId: string): Promise<ApiResponse['body'][]> {
    return (await this.test.api.get(`/v2/subscribers/${subscriberId}/consents`)).body.data;
  }
}

/** The form of this name in a page, with what it sends when nothing is changed. */
function formOf(html: string, name: string): PageForm {
  const [, attributes, inner] = new RegExp(`<form([^>]* id="${name}"[^>]*)>([\\s\\S]*?)</form>`).exec(html) ?? [];
  if (attributes === undefined || inner === undefined) throw new Error(`The page has no form ${name}: ${html}`);
  const action = attributeOf(attributes, 'action') ?? '';
  const fields = [...inner.matchAll(/<input([^>]*)>/g)].flatMap(([, input = '']): [string, string][] => {
    const isTicked = attributeOf(input, 'type') !== 'checkbox' || / checked(?=[ >]|$)/.test(input);
    return isTicked ? [[attributeOf(input, 'name')!, attributeOf(input, 'value') ?? '']] : [];
  });
  return { action, fields };
}

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replaceAll(/&#(\d+);/g, (_text, code: string) => String.fromCharCode(Number(code)));
}

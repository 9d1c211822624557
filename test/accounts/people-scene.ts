import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { generateSync } from 'otplib';
import { Account } from '../../src/auth/people/account.schema.js';
import type { ApiClient, ApiRequest, ApiResponse } from '../api-client.js';
import { PASSWORD } from '../builders/account.js';
import type { TestApp } from '../test-app.js';

/** How a browser or a program sends a request. */
export interface Sender {
  headers?: Record<string, string>;
  address?: string;
}

/** A client that sends from an address. */
function from({ app, anonymous }: TestApp, address: string | undefined): Pick<ApiClient, 'request'> {
  if (address === undefined) return anonymous;
  const fastify = app.getHttpAdapter().getInstance();
  return {
    async request(request: ApiRequest): Promise<ApiResponse> {
      const { statusCode, body, headers } = await fastify.inject({ ...request, remoteAddress: address });
      return { status: statusCode, body: body === '' ? undefined : JSON.parse(body), headers };
    },
  };
}

/** Signs in; the password is the one that accounts of tests have, unless it is given. */
export function signIn(
  test: TestApp,
  credentials: { email: string; password?: string; code?: string },
  { headers, address }: Sender = {},
): Promise<ApiResponse> {
  const payload = { password: PASSWORD, ...credentials };
  return from(test, address).request({ method: 'POST', url: '/v1/session', payload, headers });
}

/** A client that signs in, and sends the token of its session. */
export async function signedIn(test: TestApp, email: string): Promise<{ token: string; send: Send }> {
  const { status, body } = await signIn(test, { email });
  expect(status).toBe(201);
  const { token } = body.data as { token: string };
  return { token, send: sender(test, { authorization: `Bearer ${token}` }) };
}

export type Send = (method: ApiRequest['method'], url: string, payload?: object) => Promise<ApiResponse>;

/** Sends requests with these headers. */
export function sender({ anonymous }: TestApp, headers: Record<string, string>): Send {
  return (method, url, payload) => anonymous.request({ method, url, payload, headers });
}

/** The cookie that a response sets, as browsers send it, and as it was set. */
export function cookieOf({ headers }: ApiResponse): { cookie: string; text: string } {
  const text = [headers['set-cookie']].flat().join('');
  return { cookie: text.split(';', 1)[0]!, text };
}

/** What is stored of an account. */
export function storedAccount({ app }: TestApp, { _id }: Pick<Account, '_id'>): Promise<Account> {
  return app.get<Model<Account>>(getModelToken(Account.name)).findOne({ _id }).lean().orFail();
}

/** The code that an authenticator app shows. */
export function codeAt(secret: string, now: Date): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
}

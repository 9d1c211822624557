import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { Confidential } from '../platform/validation/decorators.js';

const MIN_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;
/** Twice as long as passwords can be, since characters outside the first plane count twice here. */
const MAX_SENT_LENGTH = 2 * MAX_PASSWORD_LENGTH;

/** A password as it is sent; errors do not repeat it. */
export function IsPassword(): PropertyDecorator {
  return applyDecorators(Confidential(), IsString(), IsNotEmpty(), MaxLength(MAX_SENT_LENGTH));
}

/** Those of ten characters and more that lists of stolen passwords begin with. */
const COMMON: ReadonlySet<string> = new Set([
  '0123456789',
  '0987654321',
  '1111111111',
  '1234567890',
  '12345678910',
  '123456789a',
  '1234567891',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'abcdefghij',
  'abcdefghijkl',
  'administrator',
  'administrator1',
  'basketball',
  'basketball1',
  'carillon123',
  'changeme123',
  'charlie123',
  'correcthorsebatterystaple',
  'football123',
  'iloveyou12',
  'iloveyou123',
  'iloveyou1234',
  'letmein123',
  'letmein1234',
  'liverpool1',
  'manchester',
  'mypassword',
  'newpassword',
  'p@ssw0rd123',
  'p@ssword123',
  'passw0rd123',
  'password01',
  'password10',
  'password11',
  'password12',
  'password123',
  'password1234',
  'password12345',
  'password123!',
  'password2024',
  'password2025',
  'password2026',
  'passwordpassword',
  'princess123',
  'q1w2e3r4t5',
  'q1w2e3r4t5y6',
  'qazwsxedcrfv',
  'qwerty1234',
  'qwerty12345',
  'qwerty123456',
  'qwertyqwerty',
  'qwertyuiop',
  'qwertyuiop123',
  'secret1234',
  'starwars123',
  'sunshine123',
  'superman123',
  'welcome123',
  'welcome1234',
  'zaq12wsxcde3',
]);

/** Why a password cannot be chosen for this email, as the rest of a sentence; undefined when it can. */
export function passwordProblem(password: string, email: string): string | undefined {
  // As it is hashed.
  const text = password.normalize('NFKC');
  const { length } = Array.from(text);
  if (length < MIN_LENGTH || length > MAX_PASSWORD_LENGTH)
    return `must have ${MIN_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, but has ${length}`;
  const lower = text.toLowerCase();
  const [local] = email.toLowerCase().split('@', 1);
  if (lower === email.toLowerCase() || lower === local) return 'must not be the email of the account';
  if (COMMON.has(lower)) return 'is one of the most common passwords, which are tried first by those who guess';
  return undefined;
}

/** Throws 422 for a password that cannot be chosen. The error does not repeat it. */
export function assertGoodPassword(field: string, password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem !== undefined) throw ValidationException.of(field, `${field} ${problem}`);
}

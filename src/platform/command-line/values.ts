import { InvalidArgumentError } from 'commander';
import { isUrl } from '#libs/url/is-url.js';

/** Reads the address of a server, without a slash at its end. */
export function httpAddress(text: string): string {
  if (!isUrl(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('An address begins with http:// or https://.');
  return text.replace(/\/+$/, '');
}

/** A reader of whole numbers within these limits. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

import { unicodeCharacters } from '../../../../libs/providers/kit/sms-segments';
import type { Schemas } from '../../api/client';
import classes from './frames.module.css';
import type { DeviceProps } from './device';

interface SmsFrameProps extends DeviceProps {
  body: string;
  size: Schemas['SmsSizeDto'] | undefined;
}

/** Characters that cannot be seen, by their code. */
const UNSEEN = /^[\p{C}\p{Z}\p{M}]$/u;

/** How many characters are named that make a text message expensive. */
const NAMED = 8;

/** A text message on a phone, and what it costs. */
export function SmsFrame({ body, size, isDark, dir, sender }: SmsFrameProps) {
  return (
    <>
      <div className={classes.device} data-dark={isDark || undefined} role="group" aria-label="The message">
        <div className={classes.deviceHead}>{sender}</div>
        <div className={classes.bubble} dir={dir}>
          {body}
        </div>
      </div>
      {size && <p className={classes.note}>{sizeInWords(body, size)}</p>}
      {size?.encoding === 'UCS-2' && <UnicodeNote body={body} />}
    </>
  );
}

function sizeInWords(body: string, { encoding, units, segments }: Schemas['SmsSizeDto']): string {
  const characters = Array.from(body).length;
  const name = encoding === 'GSM-7' ? 'GSM-7' : 'UCS-2 (Unicode)';
  return `${counted(characters, 'character')} · ${counted(segments, 'segment')} · ${counted(units, 'unit')} in ${name}`;
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function UnicodeNote({ body }: { body: string }) {
  const found = unicodeCharacters(body);
  if (found.length === 0) return null;
  return (
    <p className={classes.note}>
      {'Unicode because of '}
      {found.slice(0, NAMED).map((one, index) => (
        <span key={one}>
          {index > 0 && ', '}
          <code>{UNSEEN.test(one) ? codeOf(one) : one}</code>
        </span>
      ))}
      {found.length > NAMED && ` and ${found.length - NAMED} more`}
      {': a segment has 70 characters, in place of 160.'}
    </p>
  );
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

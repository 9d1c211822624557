import { noticeOf, PHONES } from './cut-text';
import type { DeviceProps } from './device';
import classes from './frames.module.css';

interface PushFrameProps extends DeviceProps {
  title: string;
  body: string;
}

/** A push notification on the lock screen of phones, cut as they cut it. */
export function PushFrame({ title, body, isDark, dir, sender }: PushFrameProps) {
  if (title.trim() === '' && body.trim() === '')
    return <p className={classes.note}>Silent: it wakes the app, and phones show nothing.</p>;
  return PHONES.map((phone) => {
    const notice = noticeOf(phone, title, body);
    return (
      <figure key={phone} className={classes.figure}>
        <figcaption>{`Lock screen, ${phone}`}</figcaption>
        <div className={classes.lock} data-dark={isDark || undefined}>
          <div className={classes.clock} aria-hidden>
            9:41
          </div>
          <div className={classes.notice} data-phone={phone} dir={dir}>
            <span className={classes.app} aria-hidden>
              {initialOf(sender)}
            </span>
            <div className={classes.words}>
              <div className={classes.meta}>
                <span>{sender}</span>
                <span>now</span>
              </div>
              {notice.title && <strong>{notice.title}</strong>}
              <div>{notice.body}</div>
            </div>
          </div>
        </div>
      </figure>
    );
  });
}

/** What stands for a picture. */
export function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? '•';
}

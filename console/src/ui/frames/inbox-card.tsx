import { ownPicture } from '../own-picture';
import type { DeviceProps } from './device';
import classes from './frames.module.css';
import { initialOf } from './push-frame';

/** The content of an in-app notification. */
export interface InAppContent {
  subject?: string;
  body?: string;
  avatar?: string;
  primaryAction?: { label?: string };
  secondaryAction?: { label?: string };
  redirect?: { url?: string };
}

/** A notification as the inbox widget shows it. */
export function InboxCard({ content, isDark, dir, sender }: DeviceProps & { content: InAppContent }) {
  const { subject, body, avatar, primaryAction, secondaryAction, redirect } = content;
  const picture = avatar === undefined ? undefined : ownPicture(new URL(avatar, window.location.origin).href);
  return (
    <>
      <div
        className={classes.inbox}
        data-dark={isDark || undefined}
        role="group"
        aria-label="Notification in the inbox"
      >
        <div className={classes.inboxHead}>Inbox</div>
        <div className={classes.item} dir={dir}>
          {picture === undefined ? (
            <span className={classes.avatar} aria-hidden>
              {initialOf(sender)}
            </span>
          ) : (
            <img className={classes.avatar} src={picture} alt="" />
          )}
          <div className={classes.words}>
            {subject && (
              <strong>
                <Marked text={subject} />
              </strong>
            )}
            {body && (
              <div>
                <Marked text={body} />
              </div>
            )}
            <div className={classes.buttons}>
              {primaryAction?.label && <span className={classes.primary}>{primaryAction.label}</span>}
              {secondaryAction?.label && <span className={classes.secondary}>{secondaryAction.label}</span>}
            </div>
            <span className={classes.soft}>Just now</span>
          </div>
          <span className={classes.unread} role="img" aria-label="Unread" />
        </div>
      </div>
      {redirect?.url && <p className={classes.note}>{`Opens ${redirect.url}`}</p>}
      {avatar !== undefined && picture === undefined && (
        <p className={classes.note}>Remote images are not loaded here.</p>
      )}
    </>
  );
}

/** The widget shows what is between two pairs of asterisks as bold. */
function Marked({ text }: { text: string }) {
  return text.split(/\*\*(.+?)\*\*/s).map((part, index) =>
    // eslint-disable-next-line react/no-array-index-key -- parts have no name of their own
    index % 2 === 1 ? <b key={index}>{part}</b> : <span key={index}>{part}</span>,
  );
}

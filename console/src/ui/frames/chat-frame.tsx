import { ownPicture } from '../own-picture';
import type { DeviceProps } from './device';
import classes from './frames.module.css';
import { initialOf } from './push-frame';

/** A chat message made of blocks. */
export interface Card {
  children: {
    type: string;
    content?: string;
    url?: string;
    alt?: string;
    children?: { label: string; url: string }[];
  }[];
}

interface ChatFrameProps extends DeviceProps {
  body: string | undefined;
  card: Card | undefined;
}

/** A message in a channel of a chat. */
export function ChatFrame({ body, card, isDark, dir, sender }: ChatFrameProps) {
  return (
    <div className={classes.chat} data-dark={isDark || undefined} role="group" aria-label="The message" dir={dir}>
      <span className={classes.square} aria-hidden>
        {initialOf(sender)}
      </span>
      <div className={classes.words}>
        <div>
          <strong>{sender}</strong> <span className={classes.badge}>APP</span>{' '}
          <span className={classes.soft}>9:41 AM</span>
        </div>
        {card ? card.children.map((part, index) => <Part key={keyOf(part, index)} {...part} />) : <div>{body}</div>}
      </div>
    </div>
  );
}

function keyOf({ type }: Card['children'][number], index: number): string {
  return `${index} ${type}`;
}

function Part({ type, content, url = '', alt = '', children = [] }: Card['children'][number]) {
  if (type === 'divider') return <hr className={classes.rule} />;
  if (type === 'image') {
    const picture = ownPicture(url);
    return picture === undefined ? (
      <div className={classes.soft}>{`Picture ${alt} ${url}`}</div>
    ) : (
      <img className={classes.picture} src={picture} alt={alt} />
    );
  }
  return (
    <>
      {content !== undefined && <div>{content}</div>}
      {children.length > 0 && (
        <div className={classes.buttons}>
          {children.map((button) => (
            <span key={`${button.label} ${button.url}`} className={classes.secondary} title={button.url}>
              {button.label}
            </span>
          ))}
        </div>
      )}
    </>
  );
}

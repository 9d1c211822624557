import type { Schemas } from '../../api/client';
import { MessageContent } from '../message-content';
import { type Card, ChatFrame } from './chat-frame';
import type { DeviceProps } from './device';
import type { FrameSearch } from './frame-search';
import { InboxCard } from './inbox-card';
import { MailFrame } from './mail-frame';
import { PushFrame } from './push-frame';
import { SmsFrame } from './sms-frame';

interface MessageFrameProps extends Pick<DeviceProps, 'dir' | 'sender'> {
  /** A preview that could be rendered. */
  result: Schemas['PreviewResultDto'];
  search: FrameSearch;
}

/** The content of a step where it arrives; the control values of one that sends nothing. */
export function MessageFrame({ result: { type, preview = {}, email, sms }, search, ...rest }: MessageFrameProps) {
  const device: DeviceProps = { ...rest, isDark: search.scheme === 'dark' };
  const text = (name: string): string => (typeof preview[name] === 'string' ? preview[name] : '');
  switch (type) {
    case 'email':
      return (
        <MailFrame
          title="Body of the email"
          html={text('body')}
          subject={text('subject')}
          email={email}
          search={search}
          dir={rest.dir}
        />
      );
    case 'sms':
      return <SmsFrame {...device} body={text('body')} size={sms} />;
    case 'push':
      return <PushFrame {...device} title={text('subject')} body={text('body')} />;
    case 'in_app':
      return <InboxCard {...device} content={preview} />;
    case 'chat':
      return <ChatFrame {...device} body={text('body')} card={preview['card'] as Card | undefined} />;
    default:
      return <MessageContent type={type} content={preview} />;
  }
}

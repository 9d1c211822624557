import { Badge, Code, Divider, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './message-content.module.css';
import { SandboxedHtml } from './sandboxed-html';

type Content = Record<string, unknown>;

interface MessageContentProps {
  /** Channel of the message, or type of the step that rendered it. */
  type: string;
  content: Content;
}

/** Rendered content, about as its reader sees it. Previews have `body` and `subject` where messages have `html` and `title`. */
export function MessageContent({ type, content }: MessageContentProps) {
  switch (type) {
    case 'email':
      return (
        <Stack gap="xs">
          <Labelled name="Subject" text={content['subject']} />
          <SandboxedHtml title="Body of the email" html={textOf(content['html'] ?? content['body'])} />
          <Text size="xs" c="dimmed">
            Remote images are not loaded here.
          </Text>
        </Stack>
      );
    case 'in_app':
      return <InAppContent content={content} />;
    case 'chat':
      return content['card'] === undefined ? (
        <Written label="The message" title={undefined} content={content} />
      ) : (
        <CardContent card={content['card'] as Card} />
      );
    case 'sms':
    case 'push':
    case 'tool':
      return <Written label="The message" title={content['subject'] ?? content['title']} content={content} />;
    default:
      return (
        <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {JSON.stringify(content, null, 2)}
        </Code>
      );
  }
}

/** A chat message made of blocks. */
interface Card {
  children: {
    type: string;
    content?: string;
    url?: string;
    alt?: string;
    children?: { label: string; url: string }[];
  }[];
}

function CardContent({ card }: { card: Card }) {
  return (
    <div className={classes.message} role="group" aria-label="The message">
      <Stack gap="xs">
        {card.children.map(({ type, content, url, alt, children = [] }, index) => (
          // eslint-disable-next-line react/no-array-index-key -- parts have no name of their own
          <div key={index}>
            {type === 'divider' && <Divider />}
            {content}
            {type === 'image' && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {`Picture ${alt ?? ''} ${url ?? ''}`}
              </Text>
            )}
            <Group gap="xs">
              {children.map((button) => (
                <Badge key={`${button.label} ${button.url}`} variant="outline" size="lg" title={button.url}>
                  {button.label}
                </Badge>
              ))}
            </Group>
          </div>
        ))}
      </Stack>
    </div>
  );
}

function InAppContent({ content }: { content: Content }) {
  const buttons = ['primaryAction', 'secondaryAction'].flatMap((name) => {
    const label = (content[name] as { label?: string } | undefined)?.label;
    return label ? [{ name, label }] : [];
  });
  const link = (content['redirect'] as { url?: string } | undefined)?.url;
  return (
    <Written label="Notification in the inbox" title={content['subject']} content={content}>
      {buttons.length > 0 && (
        <Group gap="xs" mt="xs">
          {buttons.map(({ name, label }) => (
            <Badge key={name} variant="outline" size="lg">
              {label}
            </Badge>
          ))}
        </Group>
      )}
      {link && (
        <Text size="xs" c="dimmed" mt="xs">
          {`Opens ${link}`}
        </Text>
      )}
    </Written>
  );
}

interface WrittenProps {
  label: string;
  title: unknown;
  content: Content;
  /** What stands below the text. */
  children?: ReactNode;
}

function Written({ label, title, content, children }: WrittenProps) {
  return (
    <div className={classes.message} role="group" aria-label={label}>
      {title !== undefined && <Text fw={600}>{textOf(title)}</Text>}
      {textOf(content['body'])}
      {children}
    </div>
  );
}

function Labelled({ name, text }: { name: string; text: unknown }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text span inherit c="dimmed">
        {`${name}: `}
      </Text>
      {textOf(text)}
    </Text>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { SandboxedHtml } from '../../../ui/sandboxed-html';
import { kindName, type StepType } from '../kinds';
import classes from './editor.module.css';

type Content = Record<string, unknown>;

/** Rendered content, about as its reader sees it. */
export function StepContent({ type, content }: { type: StepType; content: Content }) {
  switch (type) {
    case 'email':
      return (
        <Stack gap="xs">
          <Labelled name="Subject" text={content['subject']} />
          <SandboxedHtml title="Body of the email" html={textOf(content['body'])} />
          <Text size="xs" c="dimmed">
            Pictures from elsewhere are not loaded here.
          </Text>
        </Stack>
      );
    case 'in_app':
      return <InAppContent content={content} />;
    case 'sms':
    case 'push':
    case 'chat':
    case 'tool':
      return (
        <div className={classes.message} role="group" aria-label={`${kindName(type)} as it is sent`}>
          {content['subject'] !== undefined && <Text fw={600}>{textOf(content['subject'])}</Text>}
          {textOf(content['body'])}
        </div>
      );
    default:
      return (
        <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {JSON.stringify(content, null, 2)}
        </Code>
      );
  }
}

function InAppContent({ content }: { content: Content }) {
  const buttons = ['primaryAction', 'secondaryAction'].flatMap((name) => {
    const label = (content[name] as { label?: string } | undefined)?.label;
    return label ? [{ name, label }] : [];
  });
  const link = (content['redirect'] as { url?: string } | undefined)?.url;
  return (
    <div className={classes.message} role="group" aria-label="Notification in the inbox">
      {content['subject'] !== undefined && <Text fw={600}>{textOf(content['subject'])}</Text>}
      {textOf(content['body'])}
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

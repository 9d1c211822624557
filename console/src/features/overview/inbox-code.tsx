import { Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../ui/copy';

const LANGUAGES = ['React', 'Vue', 'JavaScript'] as const;

type Language = (typeof LANGUAGES)[number];

/** The code that puts the inbox into an application. `origin`: the address of Carillon. */
function inboxCode(language: Language, identifier: string, origin: string): string {
  const options = `applicationIdentifier: '${identifier}',
subscriber: { subscriberId: user.id },`;
  switch (language) {
    case 'React':
      return `// npm install @novu/react
import { Inbox } from '@novu/react';

export function Notifications({ user }) {
  return (
    <Inbox
      applicationIdentifier="${identifier}"
      subscriber={{ subscriberId: user.id }}
      backendUrl="${origin}"
      socketUrl="${origin}"
    />
  );
}`;
    case 'Vue':
      return `<!-- npm install @novu/js -->
<script setup>
import { onMounted, onUnmounted, ref } from 'vue';
import { NovuUI } from '@novu/js/ui';

const { user } = defineProps(['user']);
const place = ref();
const inbox = new NovuUI({ options: {
  ${options.replaceAll('\n', '\n  ')}
  apiUrl: '${origin}',
  socketUrl: '${origin}',
} });
onMounted(() => inbox.mountComponent({ name: 'Inbox', element: place.value, props: {} }));
onUnmounted(() => inbox.unmountComponent(place.value));
</script>

<template><div ref="place"></div></template>`;
    case 'JavaScript':
      return `// npm install @novu/js
import { NovuUI } from '@novu/js/ui';

const inbox = new NovuUI({ options: {
  ${options.replaceAll('\n', '\n  ')}
  apiUrl: '${origin}',
  socketUrl: '${origin}',
} });
inbox.mountComponent({ name: 'Inbox', element: document.querySelector('#inbox'), props: {} });`;
  }
}

/** Code for the inbox, in the language that is chosen. */
export function InboxCode({ identifier }: { identifier: string }) {
  const [language, setLanguage] = useState<Language>('React');
  const code = inboxCode(language, identifier, window.location.origin);
  return (
    <Stack gap="xs" mt="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Language"
          data={[...LANGUAGES]}
          value={language}
          onChange={(next) => setLanguage(next)}
        />
        <CopyButton text={code} label="Copy" />
      </Group>
      <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {code}
      </Code>
      <Text size="sm" c="dimmed">
        Production needs a proof of who the user is: the guide says how your server makes it (Widgets).
      </Text>
    </Stack>
  );
}

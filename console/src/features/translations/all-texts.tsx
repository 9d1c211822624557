import { Alert, Button, FileButton, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { ProblemAlert } from '../../ui/states';
import { downloadJson } from './download';
import { localeName, localeSettings } from './reads';

/** All texts of one language as a file: for translators, and back. */
export function AllTexts() {
  const environment = useEnvironment();
  const refusal = useRefusal('translations:write');
  const [opened, dialog] = useDisclosure();
  const settings = useQuery({ ...query(localeSettings, environment), enabled: opened }).data?.data;
  const [chosen, choose] = useState<string>();
  const locale = chosen ?? settings?.defaultLocale ?? '';
  const download = useMutation({
    mutationFn: () =>
      responseOf(api(environment).GET('/v2/translations/master-json', { params: { query: { locale } } })),
    onSuccess: (texts) => downloadJson(`${locale}.json`, texts),
  });
  const upload = useChange({
    run: async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return responseOf(
        api(environment).POST('/v2/translations/master-json/upload', {
          body: body as never,
          bodySerializer: (form) => form as never,
        }),
      );
    },
    resource: 'translations',
    environment,
    onProblem: () => undefined,
  });
  const result = upload.data?.data;
  const error = download.error ?? upload.error;
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        Import and export
      </Button>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title="Import and export"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <Stack>
          <Text size="sm">
            One JSON file has the texts of all workflows and layouts in one language. Upload it under the name of the
            language, such as de_DE.json: the texts of those in it are replaced, others stay.
          </Text>
          <NativeSelect
            label="Language"
            value={locale}
            data={[settings?.defaultLocale ?? '', ...(settings?.targetLocales ?? [])].map((one) => ({
              value: one,
              label: one && localeName(one),
            }))}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          {error && <ProblemAlert error={error} />}
          {result && (
            <Alert color={result.success ? 'teal' : 'orange'} variant="outline" role="status">
              {result.message}
            </Alert>
          )}
          <Group>
            <Button
              variant="default"
              disabled={locale === ''}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              Download
            </Button>
            <FileButton accept="application/json" onChange={(file) => file && upload.mutate(file)}>
              {(props) => (
                <Button {...props} variant="default" disabled={refusal !== undefined} loading={upload.isPending}>
                  Upload file
                </Button>
              )}
            </FileButton>
          </Group>
          {refusal && (
            <Text size="sm" c="dimmed">
              {refusal}
            </Text>
          )}
        </Stack>
      </Modal>
    </>
  );
}

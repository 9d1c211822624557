import { Button, Checkbox, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ProblemAlert } from '../../ui/states';
import { useFocusBack } from '../../ui/use-focus-back';
import { uploadPicture } from '../assets/upload-picture';
import { type PastedPicture, type PendingPaste, type TakenPicture, withPictures } from './paste-pictures';

interface PastedPicturesProps {
  editor: Editor;
  paste: PendingPaste;
  onClose: () => void;
}

/** Asks for the alternative texts of pasted pictures and uploads them; asks whether those elsewhere are kept. */
export function PastedPictures({ editor, paste, onClose }: PastedPicturesProps) {
  useFocusBack();
  const { pictures } = paste;
  const environment = useEnvironment();
  const [alts, setAlts] = useState(pictures.map(({ alt }) => alt));
  const [isDecoration, setIsDecoration] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const elsewhere = pictures.filter(({ address }) => address !== '');
  const insert = (taken: readonly TakenPicture[]) => {
    onClose();
    editor.view.pasteHTML(withPictures(paste, taken));
    editor.view.focus();
  };
  const take = async ({ file, address }: PastedPicture, index: number): Promise<TakenPicture> => {
    const alt = (alts[index] ?? '').trim();
    if (!file) return keeps && address !== '' ? { src: address, alt } : undefined;
    const { data } = await uploadPicture(environment, file, { name: file.name, alt });
    return { src: data.url, alt };
  };
  const upload = useChange({
    run: async () => {
      const taken: TakenPicture[] = [];
      for (const [index, picture] of pictures.entries()) taken.push(await take(picture, index));
      return taken;
    },
    resource: 'assets',
    environment,
    onDone: insert,
    onProblem: () => undefined,
  });
  const isReady = isDecoration || pictures.every(({ file }, index) => !file || alts[index]?.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The editor may stand within a form.
    event.stopPropagation();
    if (isReady) upload.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Pasted images"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <form onSubmit={submit}>
        <Stack>
          {pictures.map(({ file }, index) =>
            file ? (
              <TextInput
                // Pictures have no names of their own.
                key={String(index)}
                label={pictures.length > 1 ? `Alternative text of image ${index + 1}` : 'Alternative text'}
                description="Shown where images are blocked, and read aloud by screen readers."
                value={alts[index] ?? ''}
                required={!isDecoration}
                maxLength={500}
                autoComplete="off"
                data-autofocus={index === 0 || undefined}
                onChange={({ currentTarget: { value } }) => setAlts((now) => now.with(index, value))}
              />
            ) : null,
          )}
          {pictures.some(({ file }) => file) && (
            <Checkbox
              label="Decorative, no text needed"
              checked={isDecoration}
              onChange={({ currentTarget }) => setIsDecoration(currentTarget.checked)}
            />
          )}
          {elsewhere.length > 0 && (
            <div>
              <Text size="sm">These images are on other servers, which see who opens them:</Text>
              <List size="sm" mb="xs">
                {[...new Set(elsewhere.map(({ address }) => address))].map((address) => (
                  <List.Item key={address} style={{ overflowWrap: 'anywhere' }}>
                    {address}
                  </List.Item>
                ))}
              </List>
              <Checkbox
                label="Keep images on other servers"
                checked={keeps}
                onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
              />
            </div>
          )}
          {upload.error && <ProblemAlert error={upload.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => insert([])}>
              Insert without images
            </Button>
            <Button type="submit" loading={upload.isPending} disabled={!isReady}>
              Insert
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

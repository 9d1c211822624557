import { Button, Group, Modal, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isUrl } from '../../../../libs/url/is-url';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { Loaded } from '../../ui/loaded';
import { EmptyState } from '../../ui/states';
import { useFocusBack } from '../../ui/use-focus-back';
import classes from './assets.module.css';
import { type Asset, assetList, type AssetSearch } from './reads';
import { TakePictures } from './take-pictures';
import { sizeOf, Thumbnail } from './thumbnail';

/** A picture that was chosen. The size of one from elsewhere is not known. */
export interface PickedPicture {
  url: string;
  alt: string;
  width?: number;
  height?: number;
}

interface PicturePickerProps {
  /** The address of the present picture; empty or absent when there is none. */
  value: string | undefined;
  onPick: (picture: PickedPicture) => void;
  /** What the picture is, such as `Logo`. */
  label?: string;
  disabled?: boolean;
}

/** A field for a picture: shows the present one, and chooses another among those uploaded, by upload, or by its URL. */
export function PicturePicker({ value = '', onPick, label = 'Image', disabled = false }: PicturePickerProps) {
  const [opened, dialog] = useDisclosure();
  const pick = (picture: PickedPicture) => {
    dialog.close();
    onPick(picture);
  };
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="sm" wrap="nowrap">
        {value !== '' && (
          <span className={classes.current}>
            <Thumbnail url={value} alt={`Current ${label.toLowerCase()}`} />
          </span>
        )}
        <Button variant="default" size="xs" onClick={dialog.open} disabled={disabled}>
          {value === '' ? 'Choose image' : 'Change image'}
        </Button>
      </Group>
      {opened && <PictureDialog label={label} onClose={dialog.close} onPick={pick} />}
    </Stack>
  );
}

interface PictureDialogProps {
  label?: string;
  onClose: () => void;
  onPick: (picture: PickedPicture) => void;
}

/** The same as a dialog, for menus that have a button of their own. */
export function PictureDialog({ label = 'Image', onClose, onPick }: PictureDialogProps) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Choose ${label.toLowerCase()}`}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Tabs defaultValue="assets" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="assets">Assets</Tabs.Tab>
          <Tabs.Tab value="url">URL</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="assets">
          <Uploaded onPick={({ url, alt, width, height }) => onPick({ url, alt, width, height })} />
        </Tabs.Panel>
        <Tabs.Panel value="url">
          <Elsewhere onPick={onPick} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

function Uploaded({ onPick }: { onPick: (asset: Asset) => void }) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 300);
  const [place, setPlace] = useState<AssetSearch>({});
  const request = assetList({ ...place, search: search || undefined });
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <TakePictures onUploaded={onPick}>
      <TextInput
        type="search"
        aria-label="Search by name"
        placeholder="Search by name"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setPlace({});
        }}
      />
      <Loaded query={page}>
        {({ data, next, previous }) =>
          data.length === 0 ? (
            <EmptyState title={search === '' ? 'No images yet' : 'No results'}>
              {search === '' ? 'Upload the first one.' : 'No image has a name like that.'}
            </EmptyState>
          ) : (
            <>
              <ul className={classes.grid} aria-label="Images">
                {data.map((asset) => (
                  <li key={asset.id} className={classes.card}>
                    <button type="button" className={classes.choice} onClick={() => onPick(asset)}>
                      <Thumbnail url={asset.url} alt="" />
                      <Text size="sm" p="xs" className={classes.words}>
                        {asset.name}
                        <Text span size="xs" c="dimmed" display="block">
                          {sizeOf(asset)}
                        </Text>
                      </Text>
                    </button>
                  </li>
                ))}
              </ul>
              {(next ?? previous) !== null && (
                <Group gap="xs" justify="flex-end">
                  <Button
                    variant="default"
                    size="xs"
                    disabled={previous === null}
                    onClick={() => setPlace({ before: previous ?? undefined })}
                  >
                    Previous
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={next === null}
                    onClick={() => setPlace({ after: next ?? undefined })}
                  >
                    Next
                  </Button>
                </Group>
              )}
            </>
          )
        }
      </Loaded>
    </TakePictures>
  );
}

function Elsewhere({ onPick }: Pick<PictureDialogProps, 'onPick'>) {
  const [url, setUrl] = useState('');
  const [alt, setAlt] = useState('');
  const [isTried, setIsTried] = useState(false);
  const address = url.trim();
  const isAddress = isUrl(address) && new URL(address).protocol === 'https:';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsTried(true);
    if (isAddress && alt.trim() !== '') onPick({ url: address, alt: alt.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="URL"
          placeholder="https://example.com/image.png"
          type="url"
          required
          value={url}
          error={isTried && !isAddress && 'Enter an https URL'}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <TextInput
          label="Alternative text"
          description="Shown where images are blocked, and read aloud by screen readers."
          required
          value={alt}
          error={isTried && alt.trim() === '' && 'Alternative text is required'}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit">Use image</Button>
        </Group>
      </Stack>
    </form>
  );
}

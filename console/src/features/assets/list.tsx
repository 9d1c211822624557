import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyIcon } from '../../ui/copy';
import { FilterBar } from '../../ui/filter-bar';
import { FilterField } from '../../ui/filter-field';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import classes from './assets.module.css';
import { DeleteAsset } from './delete-asset';
import { type Asset, assetList, type AssetSearch } from './reads';
import { TakePictures } from './take-pictures';
import { sizeOf, Thumbnail } from './thumbnail';

/** The pictures of the environment. */
export function AssetList({ search }: { search: AssetSearch }) {
  const request = assetList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Assets" about="Images for emails, layouts and your brand.">
        <AsCurl request={request} />
      </PageHeader>
      <TakePictures>
        <FilterBar label="Assets" values={[search.search]}>
          <FilterField name="search" value={search.search} label="Search by name" />
        </FilterBar>
        <Loaded query={page}>
          {(data) =>
            data.data.length > 0 ? (
              <div>
                <ul className={classes.grid} aria-label="Images">
                  {data.data.map((asset) => (
                    <AssetCard key={asset.id} asset={asset} />
                  ))}
                </ul>
                <Pager page={data} words={['image', 'images']} />
              </div>
            ) : (
              <None isFiltered={search.search !== undefined} />
            )
          }
        </Loaded>
      </TakePictures>
    </>
  );
}

function AssetCard({ asset }: { asset: Asset }) {
  const { name, alt, url } = asset;
  return (
    <li className={classes.card}>
      <Thumbnail url={url} alt={alt} />
      <Stack gap={2} p="xs">
        <Text size="sm" fw={600} className={classes.words} lineClamp={2}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className={classes.words} lineClamp={2}>
          {alt === '' ? 'No alternative text' : alt}
        </Text>
        <Group justify="space-between" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {sizeOf(asset)}
          </Text>
          <Group gap={2} wrap="nowrap">
            <CopyIcon text={url} label={`Copy the URL of ${name}`} />
            <DeleteAsset asset={asset} />
          </Group>
        </Group>
      </Stack>
    </li>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/assets">Clear filters</TextLink>}>
        No image has a name like that.
      </EmptyState>
    );
  return (
    <EmptyState title="No images yet">
      Upload your logo and the images of your emails. Each gets a URL that never changes.
    </EmptyState>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { layout, type LayoutEditorSearch } from './reads';

const LayoutEditor = lazy(async () => ({ default: (await import('./layout-editor')).LayoutEditor }));

/** A layout in its editor. */
export function LayoutScreen({ layoutId, search }: { layoutId: string; search: LayoutEditorSearch }) {
  const environment = useEnvironment();
  const found = useQuery(query(layout(layoutId), environment));
  if (found.data)
    return (
      <Suspense>
        <LayoutEditor key={`${environment.id} ${found.data.data._id}`} layout={found.data.data} search={search} />
      </Suspense>
    );
  return (
    <>
      <PageHeader
        title={layoutId}
        back={
          <TextLink to="/layouts" size="sm">
            Layouts
          </TextLink>
        }
      />
      <Loaded query={found}>{() => null}</Loaded>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { LayoutEditor } from './layout-editor';
import { layout } from './reads';

/** A layout in its editor. */
export function LayoutScreen({ layoutId, person }: { layoutId: string; person: string | undefined }) {
  const environment = useEnvironment();
  const found = useQuery(query(layout(layoutId), environment));
  if (found.data)
    return <LayoutEditor key={`${environment.id} ${found.data.data._id}`} layout={found.data.data} person={person} />;
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

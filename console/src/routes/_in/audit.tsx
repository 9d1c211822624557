import { createFileRoute } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { query } from '../../api/read';
import { AuditTrail } from '../../features/audit/list';
import { auditList, searchOf } from '../../features/audit/reads';

/** The audit trail. */
export const Route = createFileRoute('/_in/audit')({
  staticData: {
    entry: { group: 'Organization', label: 'Audit log', icon: ScrollText, permission: 'audit:read', order: 20 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(auditList(deps), environment));
  },
  component: Audit,
});

function Audit() {
  return <AuditTrail search={Route.useSearch()} />;
}

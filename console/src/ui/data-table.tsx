import { Table } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import classes from './data-table.module.css';

/** A column. The first one is what a row is called, and has its link. */
export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  width?: number | string;
}

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A list as a table; on narrow screens each row is a card. */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <div className={classes.frame}>
      {/* Roles are repeated, because browsers forget them for what is not laid out as a table. */}
      <Table className={classes.table} verticalSpacing="xs" highlightOnHover role="table" aria-label={label}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ name, width }) => (
              <Table.Th key={name} role="columnheader" w={width} data-name={name}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <DataRow key={rowKey(row)} columns={columns} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Drawn again only when the row or the columns are others. */
const DataRow = memo(function DataRow<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <Table.Tr role="row">
      {columns.map(({ name, cell }) => (
        <Table.Td key={name} role="cell" data-name={name}>
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}) as <Row>(props: { columns: readonly Column<Row>[]; row: Row }) => ReactNode;

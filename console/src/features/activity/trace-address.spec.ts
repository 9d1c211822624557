import { traceAddress } from './trace-address';

it.each([
  [undefined, undefined],
  ['https://tempo.example/trace/{traceId}', 'https://tempo.example/trace/4bf92f35'],
  [
    'https://grafana.example/explore?left={traceId}&right={traceId}',
    'https://grafana.example/explore?left=4bf92f35&right=4bf92f35',
  ],
])('with TRACE_URL %s a trace is at %s', (template, address) => {
  expect(traceAddress(template, '4bf92f35')).toBe(address);
});

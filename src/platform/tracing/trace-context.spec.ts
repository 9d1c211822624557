import { isSampled, parsed, toStored, traceHeaders, traceIdOf, traceOfRequest } from './trace-context.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const PARENT = `00-${TRACE}-${SPAN}-01`;

describe('TR1: the trace that a request names', () => {
  it.each([
    ['of a sampled trace', PARENT, { traceId: TRACE, spanId: SPAN, traceFlags: 1 }],
    ['of one that is not sampled', `00-${TRACE}-${SPAN}-00`, { traceId: TRACE, spanId: SPAN, traceFlags: 0 }],
    ['of a later version', `01-${TRACE}-${SPAN}-03-more`, { traceId: TRACE, spanId: SPAN, traceFlags: 1 }],
  ])('is read %s', (_which, traceparent, expected) => {
    expect(traceOfRequest({ traceparent })).toEqual({ ...expected, isRemote: true });
  });

  it.each([
    ['nothing', undefined],
    ['zeros as the trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['zeros as the span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version that is forbidden', `ff-${TRACE}-${SPAN}-01`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['two headers', `${PARENT}, ${PARENT}`],
    ['something else', `${PARENT}' || true`],
    ['too little', `00-${TRACE}-${SPAN}`],
  ])('is ignored when the header has %s', (_what, traceparent) => {
    expect(traceOfRequest({ traceparent })).toBeUndefined();
  });

  it('keeps what other systems have added, if it is valid and short', () => {
    const stored = (tracestate: string) => toStored(traceOfRequest({ traceparent: PARENT, tracestate })!);
    expect(stored('congo=t61rcWkgMzE,rojo=00f067')).toEqual({ parent: PARENT, state: 'congo=t61rcWkgMzE,rojo=00f067' });
    expect(stored('no members')).toEqual({ parent: PARENT });
    expect(stored(`congo=${'x'.repeat(600)}`)).toEqual({ parent: PARENT });
  });
});

it('TR3: continues in the headers of a request', () => {
  const trace = { parent: PARENT, state: 'congo=1' };
  expect(traceHeaders(trace)).toEqual({ traceparent: PARENT, tracestate: 'congo=1' });
  expect(traceHeaders(undefined)).toEqual({});
  expect(toStored(parsed(trace)!)).toEqual(trace);
  expect([traceIdOf(trace), traceIdOf(undefined)]).toEqual([TRACE, undefined]);
  expect([isSampled(trace), isSampled({ parent: `00-${TRACE}-${SPAN}-00` })]).toEqual([true, false]);
});

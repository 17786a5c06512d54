import {
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../log/log.ts';
import type { Span, SpanKind, Tracer } from './tracing.ts';

const kinds: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};
// At the end of the server the last spans have this long to go out.
const partingMs = 3000;

/**
 * Sends spans to a collector by OTLP over HTTP, as JSON; where to, and as who, is in OpenTelemetry's own variables, which its
 * packages read themselves. Of traces that begin here `share` are kept; those that a proxy began are kept as it says.
 */
export function openTracer({ share }: { share: number }, log: Logger): Tracer {
  const exporter = new OTLPTraceExporter();
  let failing = false;
  const exportSpans: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      const failed = result.error !== undefined;
      if (failed && !failing) log.warn({ count: spans.length }, 'traces could not be sent');
      failing = failed;
      done(result);
    });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'carecommons' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: {
          export: exportSpans,
          shutdown: () => exporter.shutdown(),
          forceFlush: () => exporter.forceFlush(),
        },
      }),
    ],
  });
  const tracer = provider.getTracer('carecommons');

  return {
    begin(name, { kind, attributes = {}, parent, ago = 0 }) {
      const context = parentOf(parent);
      const now = Date.now();
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, ...(ago > 0 && { startTime: now - ago }) },
        context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceId,
        spanId,
        traceFlags,
        end({ failed, attributes: more = {} } = {}) {
          span.setAttributes(more);
          if (failed !== undefined) span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, partingMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

/** Where a span belongs: to one of ours, or to what a `traceparent` says, which may be anything. */
function parentOf(parent: Span | string | undefined): SpanContext | undefined {
  if (parent === undefined) return undefined;
  if (typeof parent !== 'string') return parent;
  const [, traceId = '', spanId = '', flags = ''] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(parent) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

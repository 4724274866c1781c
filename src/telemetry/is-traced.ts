import { ProxyTracerProvider, trace } from "@opentelemetry/api"

/** Whether an OpenTelemetry SDK was loaded before: without one nobody would get the spans. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer("exlet") !== undefined
}

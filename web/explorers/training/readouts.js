// The strip of readouts: where a training stands.
import { MEAN_OF } from "./settings.js";
import { goal, seconds } from "./tell.js";
import { thousands } from "./write.js";
import { fixed, percentage } from "../../parts/letters/numbers.js";

/** @typedef {import("./attention-training.js").AttentionTraining} Host */
/** @typedef {import("./record.js").Record} Record */

/** @param {Host} host */
export function readoutsOf(host) {
  const { text, record, baseline } = host;
  const later = text("notYet");
  const check = record?.check;
  const { tokensPerSecond, reached } = record ?? {};
  // Before the first step, what guessing costs.
  const loss = record?.loss ?? record?.checks[0]?.loss;
  return [
    {
      name: "step",
      label: text("readStep"),
      value: record
        ? text("ofSteps", { step: thousands(record.step), steps: thousands(record.plan.steps) })
        : later,
    },
    {
      name: "loss",
      label: text("readLoss", { count: MEAN_OF }),
      value: loss === undefined ? later : fixed(loss, 3),
    },
    {
      name: "valid",
      label: text("readValid"),
      value: check
        ? text("shareOf", {
            share: percentage(check.accuracy),
            of: thousands(check.of),
            step: thousands(check.step),
          })
        : later,
    },
    {
      name: "baseline",
      label: text("readBaseline"),
      value: baseline === undefined ? later : percentage(baseline),
    },
    // There is none before the first step.
    ...(tokensPerSecond === undefined
      ? []
      : [
          { name: "speed", label: text("readSpeed"), value: thousands(tokensPerSecond) },
          {
            name: "time",
            label: text("readTime", { goal: goal() }),
            value: reached
              ? text("seconds", { seconds: seconds(reached.ms), step: thousands(reached.step) })
              : text("secondsSoFar", { seconds: seconds(/** @type {Record} */ (record).ms) }),
          },
        ]),
  ];
}

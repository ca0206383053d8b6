// What attention-steps looks like, beside what all explorers share.
import { css } from "lit";

export const stepsStyles = css`
  /* As tall as the tallest matrix, so that most steps leave the controls where they are. */
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: center;
    min-height: calc(76px + var(--rows) * 32px);
  }

  .stage > .plane {
    width: 100%;
    max-width: 20rem;
  }

  @container (min-width: 30rem) {
    .stage > .plane {
      justify-self: center;
    }
  }

  .controls > .stepper {
    flex: 1 0 100%;
  }
`;

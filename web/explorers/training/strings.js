// The words of <attention-training>; {name} stands for a live value.
import { readStrings } from "../../model/read-strings.js";

/** @type {Record<string, string>} */
export const strings = {
  ...readStrings,

  heading: "How do heads learn what to look for?",

  train: "Train",
  trainOn: "Go on training",
  trainAgain: "Train again",
  pause: "Pause",
  one: "One step",
  anew: "Start over",

  statusNew:
    "A transformer that has learned nothing yet. Training makes tickets of a made-up shop and learns to route them, in this page.",
  statusPreparing: "Making the tickets",
  statusBegins: "Getting the model ready …",
  statusReady: "An untrained model: its numbers are random, and so are its guesses.",
  statusFile: "The weights of {file} stand ready: {share} of {of} validation tickets are right.",
  statusTraining: "Training: step {step} of {steps}",
  statusPaused: "Paused at step {step} of {steps}",
  statusHidden: "Paused while this tab is hidden",
  statusOver: "Done after {steps} steps: {share} of all {of} validation tickets are right.",
  noWorker:
    "Training needs WebAssembly and a worker beside the page, and this page or browser allows none.",
  statusFailed: "Training ended: {reason}",

  "question scale":
    "Scores are divided by √d_k, here √{keySize} = {divisor}. What if they are not?",
  "question heads":
    "Four heads of 16 numbers each, or one head of 64. Will one head learn as well?",
  "answer scale better": "it learns better",
  "answer scale same": "about the same",
  "answer scale worse": "it learns worse",
  "answer heads better": "better",
  "answer heads same": "about the same",
  "answer heads worse": "worse",
  "wait scale":
    "Your own trainings will tell, all else being equal. Divided by √d_k: {usual}. Not divided: {other}.",
  "wait heads":
    "Your own trainings will tell, all else being equal. Four heads: {usual}. One head: {other}.",
  compare: "Train both",
  comparing: "Both are being trained, one after the other.",
  notTrained: "not trained yet",
  "verdict scale":
    "Divided by √d_k: {usual} right at the end{usualGoal}. Not divided: {other}{otherGoal}. Without the division scores begin {divisor} times as large: softmax is sharper before anything is known, and passes less of the gradient on. A key has {keySize} numbers here; with one head it has {d}.",
  "verdict heads":
    "Four heads: {usual} right at the end{usualGoal}. One head: {other}{otherGoal}. A head has one pattern of weights for each ticket; several heads read several things at once.",
  goalAt: " ({goal} reached at step {step})",

  lossTitle: "Loss",
  lossAxis: "cross-entropy of a batch, mean of {count} steps",
  accuracyTitle: "Tickets routed to the right team",
  accuracyAxis: "share right; validation on {of} tickets, at the end on all",
  axisStep: "step",
  seriesLoss: "training",
  seriesStart: "before the first step",
  seriesValid: "validation: phrases never seen",
  seriesTrain: "training",
  seriesGuess: "guessing among the teams: {loss}",
  seriesBaseline: "bag of words: {share}",
  seriesBefore: "the training before",

  kinds: "Right by kind of ticket, of {of}",
  kindsNone: "Right by kind of ticket",
  "kind plain": "one team named",
  "kind two topics": "two complaints, one request",
  "kind negated": "says what it is not about",
  "kind exchanged": "same phrases, parts exchanged",
  "short plain": "plain",
  "short two topics": "two topics",
  "short negated": "negated",
  "short exchanged": "exchanged",

  ticket: "A ticket to watch",
  ticketOption: "{kind}: {start}",
  ticketOwn: "a ticket of your own",
  own: "Or type one",
  ownHint: "where is my parcel",
  ownNote: "A ticket of your own, for a model that knows only our tickets, which a generator made.",
  kindOf: "Kind: {kind}.",
  about:
    "Our own tickets, made by a generator: phrases of an invented shop, put together at random.",
  tokensLabel: "Token that looks: arrow keys move it",
  tokenReads: "“{token}” reads {pairs}",
  pair: "“{token}” {weight}",
  tokensHelp:
    "Point at a word, or move with the arrow keys: its background is how much the outlined word reads it, in the chosen head.",
  unknownWord: "not among the words of the training tickets; read as unknown",
  noTokens: "Type at least one word.",
  knowsNothing:
    "The model knows fewer than two words of this ticket, so it has nothing to go by, and no answer is shown. Write a few words as a customer would, such as “my parcel never came”.",
  scaleLabel: "weight",
  heads: "Heads, as they are now",
  headButton: "{block}.{head}, block {block}, head {head}: largest weight {most}",
  headsNote: "Weight by its square root, the same in every head. Rows are queries, columns keys.",
  headsEmpty: "The heads appear once the model is there.",
  right: "the right one",
  "team delivery": "delivery",
  "team returns": "returns",
  "team billing": "billing",
  "team account": "account",
  "team repair": "repair",
  predictionLabel: "Probability of each team",

  readStep: "Step",
  readLoss: "Loss, mean of {count}",
  readValid: "Validation right",
  readBaseline: "Bag of words",
  readSpeed: "Tokens per second",
  readTime: "Time to {goal}",
  notYet: "…",
  ofSteps: "{step} of {steps}",
  shareOf: "{share} of {of}",
  seconds: "{seconds} s, step {step}",
  secondsSoFar: "not yet after {seconds} s",

  lr: "Learning rate",
  "speed label": "Speed",
  "speed full": "as fast as it can",
  "speed ten": "10 steps per second",
  "speed one": "1 step per second",
  headCount: "Heads",
  scale: "Scores",
  "scale root": "divided by √d_k",
  "scale one": "not divided",
  steps: "Steps",
  seed: "Seed",
  anewNote: "Heads, scores, steps and seed start the training anew; rate and speed act at once.",
  numberRefused: "“{text}” is not a whole number from {min} to {max}; it stays {kept}.",

  weights: "Weights",
  save: "Save weights",
  open: "Open weights",
  drop: "Drop a model (.safetensors), with its vocabulary (.json) if it has one of its own",
  weightsNote:
    "A safetensors file with the words that the model knows; drop one anywhere here to open it.",
  fileSaved: "{file} is saved.",
  fileOpening: "Reading {file} …",

  fileClasses: "{file} tells {classes} classes apart, but there are {teams} teams.",
  fileNoVocabulary:
    "{file} does not say which {vocab} words it knows. Open it together with the JSON file of its vocabulary.",
  fileVocabularyStart: "The vocabulary must begin with {padding} and {unknown}.",
  fileNoWords:
    "{file} holds no vocabulary: a list of words is expected, or an object with one named vocabulary.",
  fileUnread: "{file} could not be read: {reason}.",
  fileUnknown:
    "A model is a file that ends in .safetensors, its vocabulary one that ends in .json.",

  sayNew:
    "Most tickets name two teams, and only what is said around the names tells which one is meant. Without the order of the words, that cannot be learned; with attention it can.",
  sayStart:
    "Before the first step it guesses: {share} of {of} validation tickets, where one of five would be 20 %.",
  sayFile: "With the weights of the file, {share} of {of} validation tickets are right.",
  sayTraining:
    "At step {step} the loss was {loss} and {share} of {of} validation tickets were right; a bag of words, which knows no order, reaches {baseline}.",
  sayBelow: "Exchanged tickets, where only order tells, are at {exchanged}.",
  sayReached:
    "It took {seconds} s and {step} steps until {goal} of all validation tickets were right.",
  sayReads: "The ticket is read as {team}, with {share}{verdict}.",
  sayRight: ", which is right",
  sayWrong: "; right would be {team}",

  reproduce: "The same in PyTorch",
  reproduceHow: "Load the saved weights, route the ticket, go on training:",
  saveTickets: "Save the tickets (JSON)",
  ticketsSaved: "{file} is saved.",
  ticketsLater: "The tickets are made when training first begins.",
  howItIs: "How it is done",
  how1: "{learned} tickets to learn from and {valid} to validate, {words} words, made here in {seconds} s. The two share no phrase, only words. All of it is invented.",
  how2: "d = {d}, {layers} blocks, {heads} heads, {ff} hidden numbers a block, {count} steps of {batch} tickets by AdamW. The learning rate grows over {warmUp} steps and fades to 0 at the last.",
  how3: "Validation is measured on the first {some} tickets every {every} steps, on all of them when those are near {goal}, and at the end.",
  how4: "The same seed and settings give the same losses, to the last bit, whatever the speed or the pauses. A change of the learning rate acts from the next step. A hidden tab pauses.",
  howNot: "Once training begins, this says how many tickets there are and how long they took.",

  "title L": "loss and share right of the batches, means of {count} steps",
  "title V": "validation, share right",
  "title p": "probability of each team",
  tableWeights: "weights of block {block}, head {head}",
  columnLoss: "loss",
  columnTrain: "right",
  columnAll: "all",
  columnOf: "tickets",
  columnProbability: "probability",
  axisNumber: "number",
  axisTeam: "team",
  query: "query",
  key: "key",

  describe1:
    "Two line charts over the steps of training: the loss, and the share of tickets that are routed to the right team.",
  describeLoss: "Loss: {points}.",
  describeValid: "Validation: {points}.",
  describePoint: "{value} at step {step}",
  describeBaseline: "A bag of words reaches {share}.",
  describeTicket: "The ticket “{text}” is given to {teams}.",
  describeTeam: "{team} with {share}",
  describeHeads:
    "{layers} blocks of {heads} heads are drawn as small maps. In block {block}, head {head}, {read}.",

  noHeads: "There are no {heads} heads. Known: {known}.",
  noScale: "There is no scale {scale}. Known: {known}.",
  noSpeed: "There is no speed {speed}. Known: {known}.",
  noNumber: "{name} = {value} is not a whole number from {min} to {max}.",
  noRate: "lr = {value} is not a number from {min} to {max}.",
};

// The words of <attention-training>; {name} stands for a live value.
import { readStrings } from "../../model/read-strings.js";
import { teamStrings } from "../../model/team-strings.js";

/** @type {Record<string, string>} */
export const strings = {
  ...readStrings,
  ...teamStrings,

  heading: "How do heads learn what to look for?",

  train: "Train",
  trainOn: "Go on training",
  trainAgain: "Train again",
  pause: "Pause",
  one: "One step",
  anew: "Start over",

  statusNew:
    "A transformer that has learned nothing yet. Here it learns to route the tickets of a made-up shop.",
  statusPreparing: "Making the tickets …",
  statusBegins: "Getting the model ready …",
  statusReady: "An untrained model: its numbers are random, and so are its guesses.",
  statusFile: "The weights of {file} are ready: {share} of {of} validation tickets are right.",
  statusTraining: "Training: step {step} of {steps}",
  statusPaused: "Paused at step {step} of {steps}",
  statusHidden: "Paused while this tab is hidden",
  statusOver:
    "Done after {steps|one:# step|other:# steps}: {share} of all {of} validation tickets are right.",
  noWorker:
    "Training needs WebAssembly with SIMD and a web worker. This page or this browser does not allow them.",
  statusFailed: "Training ended with an error: {reason}",

  "question scale":
    "Scores are divided by √d_k, here √{keySize} {sign} {divisor}. What if they are not?",
  "question heads":
    "Four heads of 16 numbers each, or one head of 64. Will one head learn as well as four?",
  "answer scale better": "it learns better",
  "answer scale same": "about the same",
  "answer scale worse": "it learns worse",
  "answer heads better": "better",
  "answer heads same": "about the same",
  "answer heads worse": "worse",
  "wait scale":
    "Your own training runs will tell, with everything else equal. Divided by √d_k: {usual}. Not divided: {other}.",
  "wait heads":
    "Your own training runs will tell, with everything else equal. Four heads: {usual}. One head: {other}.",
  compare: "Train both",
  comparing: "Both are being trained, one after the other.",
  comparingPaused: "The comparison is paused. It continues when you go on training.",
  notTrained: "not trained yet",
  "verdict scale":
    "Divided by √d_k: {usual} right at the end{usualGoal}. Not divided: {other}{otherGoal}. Without the division, scores start {divisor} times as large. So softmax is sharper before anything has been learned, and it passes on less of the gradient. A key has {keySize} numbers here; with one head it has {d}.",
  "verdict heads":
    "Four heads: {usual} right at the end{usualGoal}. One head: {other}{otherGoal}. One head has one pattern of weights for each ticket; several heads can read several things at once.",
  goalAt: " ({goal} reached at step {step})",

  lossTitle: "Loss",
  lossAxis: "cross-entropy of a batch, mean of {count} steps",
  accuracyTitle: "Tickets routed to the right team",
  accuracyAxis: "share that is right; validation on {of} tickets, at the end on all",
  axisStep: "step",
  seriesLoss: "training",
  seriesStart: "before the first step",
  seriesValid: "validation: phrases it never saw",
  seriesTrain: "training",
  seriesGuess: "guessing a team: {loss}",
  seriesBaseline: "bag of words: {share}",
  seriesBefore: "the run before",

  kinds: "Share right by kind of ticket, out of {of}",
  kindsNone: "Share right by kind of ticket",
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
  ownNote: "A ticket of your own. The model knows only our tickets, which a generator made.",
  kindOf: "Kind: {kind}.",
  about: "Our own tickets, made by a generator: phrases from a made-up shop, combined at random.",
  tokensLabel: "The token that reads; the arrow keys move it",
  tokenReads: "“{token}” reads {pairs}",
  pair: "“{token}” {weight}",
  tokensHelp:
    "Point at a word, or move with the arrow keys. The background of each word shows how much the outlined word reads it in the chosen head.",
  unknownWord: "not a word of the training tickets, so read as “unknown”",
  noTokens: "Type at least one word.",
  knowsNothing:
    "The model knows fewer than two words of this ticket, so it has nothing to go by, and no answer is shown. Write a few words as a customer would, such as “my parcel never came”.",
  scaleLabel: "weight",
  heads: "Heads as they are now",
  headButton: "{block}.{head}, block {block}, head {head}: largest weight {most}",
  headsNote:
    "Colour shows the square root of the weight, on the same scale in every head. Rows are queries, columns are keys.",
  headsEmpty: "The heads appear when the model is ready.",
  right: "the right one",
  predictionLabel: "Probability of each team",

  readStep: "Step",
  readLoss: "Loss, mean of {count|one:# step|other:# steps}",
  readValid: "Validation, right",
  readBaseline: "Bag of words",
  readSpeed: "Tokens per second",
  readTime: "Time until {goal} are right",
  notYet: "…",
  ofSteps: "{step} of {steps}",
  shareOf: "{share} of {of} at step {step}",
  seconds: "{seconds} s, step {step}",
  secondsSoFar: "not yet, after {seconds} s",

  lr: "Learning rate",
  "speed label": "Speed",
  "speed full": "as fast as possible",
  "speed ten": "10 steps per second",
  "speed one": "1 step per second",
  headCount: "Heads",
  scale: "Scores",
  "scale root": "divided by √d_k",
  "scale one": "not divided",
  steps: "Steps",
  seed: "Seed",
  anewNote:
    "Changing heads, scores, steps or seed starts the training over. Learning rate and speed take effect at once.",
  numberRefused: "“{text}” is not a whole number from {min} to {max}, so the value stays {kept}.",

  weights: "Weights",
  save: "Save weights",
  open: "Open weights",
  drop: "Drop a model (.safetensors), with its vocabulary (.json) if that is a separate file",
  weightsNote:
    "A safetensors file with the words that the model knows. Drop one anywhere here to open it.",
  fileSaved: "{file} is saved.",
  fileOpening: "Reading {file} …",

  fileClasses: "{file} has {classes|one:# class|other:# classes}, but there are {teams} teams.",
  fileNoVocabulary:
    "{file} does not say which {vocab} words it knows. Open it together with the JSON file of its vocabulary.",
  fileVocabularyStart: "The vocabulary must begin with {padding} and {unknown}.",
  fileNoWords:
    "{file} contains no vocabulary. It must be a list of words, or an object with an entry named vocabulary.",
  fileUnread: "{file} could not be read: {reason}.",
  fileUnknown:
    "A model is a file that ends in .safetensors; its vocabulary is a file that ends in .json.",

  sayNew:
    "Most tickets name two teams. Only the words around the names tell which one is meant. That cannot be learned without the order of the words; with attention it can.",
  sayStart:
    "Before the first step the model guesses: {share} of {of} validation tickets are right. Picking one of five teams at random would get {chance}.",
  sayFile: "With the weights of the file, {share} of {of} validation tickets are right.",
  sayTraining:
    "At step {step} the loss was {loss}, and {share} of {of} validation tickets were right. A bag of words, which ignores order, gets {baseline}.",
  sayBelow: "Of the exchanged tickets, where only the order tells, {exchanged} are right.",
  sayReached:
    "It took {seconds} s and {step|one:# step|other:# steps} until {goal} of all validation tickets were right.",
  sayReads: "The model sends this ticket to {team}, with probability {share}.",
  sayRight: "The model sends this ticket to {team}, with probability {share}, which is right.",
  sayWrong:
    "The model sends this ticket to {team}, with probability {share}; the right team is {right}.",

  reproduce: "The same in PyTorch",
  reproduceHow: "Load the saved weights, route the ticket, and continue training:",
  saveTickets: "Save the tickets (JSON)",
  ticketsSaved: "{file} is saved.",
  howItIs: "How it works",
  how1: "There are {learned} tickets to learn from, {valid} to validate with, and {words} words, all made here in {seconds} s. The two sets share no phrase, only words.",
  how2: "d = {d}, {layers|one:# block|other:# blocks}, {heads|one:# head|other:# heads}, {ff} hidden numbers per block; {count|one:# step|other:# steps} of {batch} tickets each, with AdamW. The learning rate rises over the first {warmUp} steps and falls to 0 by the last.",
  how3: "Validation uses the first {some} tickets every {every} steps. It uses all of them when the result is near {goal}, and at the end.",
  how4: "The same seed and settings give the same losses, to the last bit, whatever the speed and the pauses. A new learning rate takes effect at the next step. Training pauses while its tab is hidden.",

  "title L":
    "loss and share right on the training batches, means of {count|one:# step|other:# steps}",
  "title V": "validation: share right",
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
    "Two line charts over the training steps: the loss, and the share of tickets that are sent to the right team.",
  describeLoss: "Loss: {points}.",
  describeValid: "Validation: {points}.",
  describePoint: "{value} at step {step}",
  describeBaseline: "A bag of words gets {share}.",
  describeTicket: "Probabilities for the ticket “{text}”: {teams}.",
  describeTeam: "{team} {share}",
  describeHeads:
    "Small maps show {layers|one:# block|other:# blocks} of {heads|one:# head|other:# heads}. In block {block}, head {head}, {read}.",

  noHeads: "attention-training: heads = {heads} is not one of {known}.",
  noScale: "attention-training: scale = {scale} is not one of {known}.",
  noSpeed: "attention-training: speed = {speed} is not one of {known}.",
  noNumber: "attention-training: {name} = {value} is not a whole number from {min} to {max}.",
  noRate: "attention-training: lr = {value} is not a number from {min} to {max}.",
};
